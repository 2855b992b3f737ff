/** A reason not to start, as one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
