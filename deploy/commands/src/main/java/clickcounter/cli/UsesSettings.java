package clickcounter.cli;

/** A mixin that reads settings. It gets those of its command line before the command runs. */
public interface UsesSettings {
  void use(SettingsOptions settings);
}
