import type { ErrorCode, MessageParams } from '@maru/contract'
import { errors } from '@maru/contract'
import type { Wording } from '@maru/contract/language'

/** A refusal with a code of the catalogue: thrown anywhere below a route, answered as the failure body. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ErrorCode
  readonly params: MessageParams
  /** Seconds after which the call may succeed: the Retry-After header. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    params: Readonly<Record<string, Wording | number>> = {},
    retryAfter: number | null = null,
  ) {
    super(code)
    this.code = code
    this.params = inBothLanguages(params)
    this.retryAfter = retryAfter
  }

  get status(): number {
    return errors[this.code].http ?? 500
  }
}

/** The English words of a parameter stand beside the Korean ones, under its name with En. */
const inBothLanguages = (params: Readonly<Record<string, Wording | number>>): MessageParams =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      typeof value === 'object'
        ? [
            [name, value.ko],
            [`${name}En`, value.en],
          ]
        : [[name, value]],
    ),
  )
