import { defineTexts } from '@maru/client/i18n/texts'

/** Of the button beside an instrument. */
export const alertButtonTexts = defineTexts(
  'alert-button',
  { label: '{name} 가격 알림 추가 · 켜진 알림 {count}개', signIn: '로그인하고 가격 알림 받기' },
  { label: 'Add a price alert for {name}. Alerts on: {count}', signIn: 'Sign in to get price alerts' },
)

/** Of the sheet that adds a price alert. */
export const addTexts = defineTexts(
  'alert-add',
  {
    addTitle: '가격 알림 추가',
    noStock: '지금 거래하는 종목이 없습니다',
    noStockText: '종목이 열리면 알림을 추가해 주세요.',
    stock: '종목',
    now: '지금 {last}',
    condition: '조건',
    above: '이상이 되면',
    below: '이하가 되면',
    price: '가격',
    lower: '한 단위 빼기',
    higher: '한 단위 더하기',
    distance: '지금보다',
    repeat: '울린 뒤에도 계속 지켜보기',
    repeatHint: '0.1% 되돌아가고 10분이 지나면 다시 지켜봅니다',
    cancel: '취소',
    save: '알림 추가',
    saving: '추가하고 있습니다',
    added: '알림을 추가했습니다',
  },
  {
    addTitle: 'Add a price alert',
    noStock: 'No instrument is traded now',
    noStockText: 'Add an alert once one is open.',
    stock: 'Instrument',
    now: 'Now {last}',
    condition: 'Condition',
    above: 'At or above',
    below: 'At or below',
    price: 'Price',
    lower: 'One step down',
    higher: 'One step up',
    distance: 'From now',
    repeat: 'Watch on after it rang',
    repeatHint: 'Again after 0.1% back and 10 minutes',
    cancel: 'Cancel',
    save: 'Add alert',
    saving: 'Adding',
    added: 'The alert was added',
  },
)
