import type { ClientErrorCode } from './error.ts'

/** What is said in Korean of failures that only the client knows. */
export const koreanMessages: Readonly<Record<ClientErrorCode, string>> = {
  NETWORK: '서버에 연결하지 못했습니다. 인터넷 연결을 확인해 주세요.',
  TIMEOUT: '응답이 늦어지고 있습니다. 잠시 후 다시 시도해 주세요.',
  BAD_ANSWER: '일시적인 오류입니다. 잠시 후 다시 시도해 주세요.',
  RESULT_UNKNOWN: '결과를 확인하지 못했습니다. 내역에서 확인해 주세요.',
  NOT_PROCESSED: '요청이 처리되지 않았습니다. 다시 시도해 주세요.',
}
