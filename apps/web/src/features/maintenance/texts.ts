import { defineTexts } from '@maru/client/i18n/texts'

/** Words of a site that is closed for maintenance. */
export const maintenanceTexts = defineTexts(
  'maintenance',
  {
    title: '점검 중입니다',
    until: '{until}에 다시 열립니다',
    stays:
      '보유한 포지션과 참여한 회차, 걸어 둔 주문은 점검 중에도 그대로 진행됩니다. 이미 신청한 입출금도 처리됩니다.',
    opens: '점검이 끝나면 이 화면이 저절로 바뀝니다.',
  },
  {
    title: 'Closed for maintenance',
    until: 'Open again at {until}',
    stays:
      'Your positions, rounds and resting orders go on during the maintenance. Deposits and withdrawals that you asked for are worked on.',
    opens: 'This page changes by itself when the maintenance is over.',
  },
)
