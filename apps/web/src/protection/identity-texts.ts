import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the check of an identity. */
export const identityTexts = defineTexts(
  'identity',
  {
    how: '본인확인기관의 화면에서 이름과 생년월일을 확인하고 이 화면으로 돌아옵니다.',
    begin: '본인인증 하기',
    again: '다시 인증하기',
    opening: '본인인증 화면을 열고 있습니다',
    waiting: '본인인증 결과를 기다리고 있습니다. 창을 닫았거나 취소했다면 다시 인증해 주세요.',
    verified: '{name} 님으로 확인되었습니다',
    refused: '본인인증을 마치지 못했습니다. 다시 시도해 주세요.',
    UNDERAGE: '만 19세 이상만 이용할 수 있습니다.',
    SELF_EXCLUDED: '스스로 이용을 제한한 기간입니다. 기간이 끝난 뒤에 이용할 수 있습니다.',
    IDENTITY_DUPLICATE: '이미 다른 아이디로 가입되어 있습니다. 그 아이디로 로그인해 주세요.',
    OTP_EXPIRED: '시간이 지나 확인하지 못했습니다. 다시 시도해 주세요.',
    virtual: '모의 본인인증입니다.',
    demo: '실제 정보를 넣지 말아 주세요.',
  },
  {
    how: 'A page of the identity provider asks for your name and date of birth, and leads back here.',
    begin: 'Verify my identity',
    again: 'Try again',
    opening: 'Opening the page',
    waiting: 'Waiting for the result. If you closed or left the page, please begin again.',
    verified: 'You are verified as {name}',
    refused: 'Your identity could not be verified. Please try again.',
    UNDERAGE: 'Adults of 19 and over only.',
    SELF_EXCLUDED: 'You excluded yourself for now. You can use the service when that time is over.',
    IDENTITY_DUPLICATE: 'You have another account here. Please sign in with it.',
    OTP_EXPIRED: 'The time for it was over. Please try again.',
    virtual: 'No real check.',
    demo: 'Please enter no real data.',
  },
)
