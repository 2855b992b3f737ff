import type { ErrorBody, ErrorCode } from '@maru/contract'

/** Failures that only the client knows: the request got no answer, or one that is not of this API. */
export type ClientErrorCode = 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER' | 'RESULT_UNKNOWN' | 'NOT_PROCESSED'

/** Every failed call ends as one of these. `status` 0: no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | ClientErrorCode
  readonly status: number
  readonly params: ErrorBody['params']
  readonly traceId: string | null

  constructor(code: ErrorCode | ClientErrorCode, status = 0, body?: Partial<ErrorBody>) {
    super(body?.message ?? code)
    this.code = code
    this.status = status
    this.params = body?.params ?? {}
    this.traceId = body?.traceId ?? null
  }

  /** No answer, or a failure of the server: what the call did is not known. Maintenance refuses before anything is done. */
  get isAmbiguous() {
    return this.status === 0 || (this.status >= 500 && this.code !== 'MAINTENANCE')
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** The error of a failed answer, from its body where that is one of the API's. */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string')
    return new ApiError(body.code as ErrorCode, status, body as ErrorBody)
  return new ApiError('BAD_ANSWER', status)
}
