import { type ClientErrorCode, isApiError } from '@maru/client/api/error'
import { koreanMessages } from '@maru/client/api/messages'
import { currentLanguage, defineTexts, textOf } from '@maru/client/i18n/texts'
import type { translateMessage } from '@maru/contract/messages'

const clientTexts = defineTexts<ClientErrorCode>('client-errors', koreanMessages, {
  NETWORK: 'The server cannot be reached. Please check your connection.',
  TIMEOUT: 'The answer takes too long. Please try again in a moment.',
  BAD_ANSWER: 'Something went wrong. Please try again in a moment.',
  RESULT_UNKNOWN: 'The result could not be confirmed. Please check the history.',
  NOT_PROCESSED: 'The request was not processed. Please try again.',
})

let translate: typeof translateMessage | null = null

/** Fetches the English texts of the catalogue: only English sites need them. */
export async function loadErrorTranslation(): Promise<void> {
  translate ??= (await import('@maru/contract/messages')).translateMessage
}

/** What a member is told about a failure: the server's message, in English on English sites. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return textOf(clientTexts, 'BAD_ANSWER')
  if (isClientCode(error.code)) return textOf(clientTexts, error.code)
  return serverText(error)
}

/** A message that the server sent, in English on English sites. */
export const serverText = ({ code, message, params }: Parameters<typeof translateMessage>[0]): string =>
  translate
    ? translate({ message, ...(code !== undefined && { code }), ...(params && { params }) }, currentLanguage())
    : message

const isClientCode = (code: string): code is ClientErrorCode => Object.hasOwn(clientTexts.ko, code)
