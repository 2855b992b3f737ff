import { defineTexts } from '@maru/client/i18n/texts'

/** Words of a deposit whose money came in and waits for its approval. */
export const arrivalTexts = defineTexts(
  'arrival',
  {
    step: '입금 확인',
    title: '보내신 돈이 들어왔습니다',
    text: '다시 보내지 마세요. 승인이 끝나면 지갑에 반영됩니다.',
  },
  {
    step: 'Money received',
    title: 'Your money has arrived',
    text: 'Please do not send it again. It is added to your wallet once it is approved.',
  },
)
