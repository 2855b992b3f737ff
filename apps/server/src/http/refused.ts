import type { ErrorCode, MessageParams } from '@maru/contract'
import { errors } from '@maru/contract'

/** A refusal with a code of the catalogue: thrown anywhere below a route, answered as the failure body. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ErrorCode
  readonly params: MessageParams
  /** Seconds after which the call may succeed: the Retry-After header. */
  readonly retryAfter: number | null

  constructor(code: ErrorCode, params: MessageParams = {}, retryAfter: number | null = null) {
    super(code)
    this.code = code
    this.params = params
    this.retryAfter = retryAfter
  }

  get status(): number {
    return errors[this.code].http ?? 500
  }
}
