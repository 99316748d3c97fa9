// Loaded before every test of a run (test/run-files.ts). A run computes thousands of password hashes, and the cost that makes one
// safe is a third of its processor time. Here each is computed with the least cost. What asks for less than R43 fails.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const { argon2 } = crypto;

// Node.js 20, which may start the scripts, has none.
if (argon2) {
  crypto.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism } = parameters;
    if (algorithm !== 'argon2id' || memory < 19_456 || passes < 2)
      throw new Error(
        `a hash of less cost than OWASP's minimum: ${algorithm}, ${memory} KiB, ${passes} passes`,
      );
    const least = process.env.REAL_HASHES ? {} : { memory: 8 * parallelism, passes: 1 };
    argon2(algorithm, { ...parameters, ...least }, done);
  };
  syncBuiltinESMExports();
}
