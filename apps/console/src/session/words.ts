import { type ClientErrorCode, isApiError } from '@maru/client/api/error'
import { koreanMessages } from '@maru/client/api/messages'
import { defineTexts } from '@maru/client/i18n/texts'
import type { translateMessage } from '@maru/contract/messages'
import { consoleLanguage, readerOf } from './language.ts'

const clientText = readerOf(
  defineTexts<ClientErrorCode>('console-errors', koreanMessages, {
    NETWORK: 'The server cannot be reached. Check your connection.',
    TIMEOUT: 'The answer takes too long. Try again in a moment.',
    BAD_ANSWER: 'Something went wrong. Try again in a moment.',
    RESULT_UNKNOWN: 'The result could not be confirmed. Check the records.',
    NOT_PROCESSED: 'The request was not processed. Try again.',
  }),
)

let translate: typeof translateMessage | null = null

/** Fetches the English texts of the catalogue of errors where the console is read in English. */
export async function loadErrorTranslation(): Promise<void> {
  if (consoleLanguage() === 'en') translate = (await import('@maru/contract/messages')).translateMessage
}

const isClientCode = (code: string): code is ClientErrorCode => Object.hasOwn(koreanMessages, code)

/** What staff are told about a failure: the server's message in their language, or what only the client knows. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return clientText('BAD_ANSWER')
  if (isClientCode(error.code)) return clientText(error.code)
  const { code, message, params } = error
  const text = translate ? translate({ code, message, params }, 'en') : message
  const newer = (translate && params['newerEn']) ?? params['newer']
  return typeof newer === 'string' ? `${text} ${newer}` : text
}
