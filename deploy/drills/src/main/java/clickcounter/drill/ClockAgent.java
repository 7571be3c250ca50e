package clickcounter.drill;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A Java agent that makes the clock of a process jump. All classes except the JDK's own get the
 * time of day from {@link JumpingTime}. {@code nanoTime} does not change, as when the clock of a
 * machine is set.
 */
public final class ClockAgent {
  private static final String TIME = "clickcounter/drill/JumpingTime";

  /** Methods of the JDK, and the descriptors of their replacements. */
  private static final Map<String, String> REPLACED =
      Map.of(
          "java/lang/System.currentTimeMillis()J", "()J",
          "java/time/Clock.millis()J", "(Ljava/time/Clock;)J",
          "java/time/Clock.instant()Ljava/time/Instant;", "(Ljava/time/Clock;)Ljava/time/Instant;",
          "java/time/Instant.now()Ljava/time/Instant;", "()Ljava/time/Instant;");

  private ClockAgent() {}

  /**
   * Called by the JVM before {@code main}.
   *
   * @param file contains the offset of the clock in ms
   */
  public static void premain(String file, Instrumentation instrumentation) {
    JumpingTime.follow(Path.of(file));
    instrumentation.addTransformer(new Rewriter());
  }

  private static final class Rewriter implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader,
        String name,
        Class<?> redefined,
        ProtectionDomain domain,
        byte[] bytes) {
      boolean jdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
      if (jdk || name == null || name.equals(TIME) || name.startsWith("org/objectweb/asm/")) {
        return null;
      }
      ClassReader reader = new ClassReader(bytes);
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(new CallReplacer(writer), 0);
      return writer.toByteArray();
    }
  }

  private static final class CallReplacer extends ClassVisitor {
    CallReplacer(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String method, String type, boolean isInterface) {
          String replaced = REPLACED.get(owner + '.' + method + type);
          if (replaced == null) {
            super.visitMethodInsn(opcode, owner, method, type, isInterface);
          } else {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, TIME, method, replaced, false);
          }
        }
      };
    }
  }
}
