/** The database cannot be used in this moment: lost, starting, ending, full, or too slow. Answered as TRY_AGAIN_LATER. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

/**
 * SQLSTATE classes and codes of a server that is well again after a while: connection (08), resources (53), ending or starting (57P0x),
 * a statement that took too long (57014) or waited too long for a lock (55P03), a deadlock or conflict (40), a standby that takes no writes (25006).
 */
const passing = /^(08...|53...|57P0.|57014|55P03|40...|25006)$/

interface PostgresError extends Error {
  readonly code?: string
  readonly severity?: string
}

/** What the driver says when an answer did not come within `query_timeout`. */
const timedOut = 'Query read timeout'

/** Whether an error of a statement says that the database is away, rather than that the statement is wrong. */
export function saysAway({ code, severity, message }: PostgresError): boolean {
  if (severity === 'FATAL' || severity === 'PANIC') return true
  return (code !== undefined && passing.test(code)) || message === timedOut
}
