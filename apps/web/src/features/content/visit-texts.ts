import { defineTexts } from '@maru/client/i18n/texts'

/** Words of what stands before a page: terms to agree to, and popups. */
export const visitTexts = defineTexts(
  'visit',
  {
    termsChanged: '이용약관이 바뀌었습니다',
    privacyChanged: '개인정보처리방침이 바뀌었습니다',
    consentWhy: '계속 이용하려면 바뀐 내용에 동의해 주세요.',
    since: '시행일 {day} · 버전 {version}',
    agree: '동의하고 계속',
    signout: '로그아웃',
    hideToday: '오늘 하루 보지 않기',
    close: '닫기',
    more: '자세히 보기',
    place: '{at} / {of}',
  },
  {
    termsChanged: 'The terms of use have changed',
    privacyChanged: 'The privacy policy has changed',
    consentWhy: 'Please agree to the changes to go on.',
    since: 'In force since {day} · version {version}',
    agree: 'Agree and go on',
    signout: 'Sign out',
    hideToday: 'Not again today',
    close: 'Close',
    more: 'Read more',
    place: '{at} of {of}',
  },
)
