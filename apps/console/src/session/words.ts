import { type ClientErrorCode, isApiError } from '@maru/client/api/error'
import { koreanMessages } from '@maru/client/api/messages'

const isClientCode = (code: string): code is ClientErrorCode => Object.hasOwn(koreanMessages, code)

/** What staff are told about a failure: the server's message, or what only the client knows. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return koreanMessages.BAD_ANSWER
  if (isClientCode(error.code)) return koreanMessages[error.code]
  const { newer } = error.params
  return typeof newer === 'string' ? `${error.message} ${newer}` : error.message
}
