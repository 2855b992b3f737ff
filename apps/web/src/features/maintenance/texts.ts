import { defineTexts } from '@maru/client/i18n/texts'

/** Words of a site in maintenance. */
export const maintenanceTexts = defineTexts(
  'maintenance',
  {
    title: '점검 중 · {until}까지',
    closed: '새 주문, 회차 참여, 입출금·전환·이체 신청은 점검이 끝난 뒤에 할 수 있습니다.',
    open: '보유 포지션 청산, 주문 취소, 익절·손절 설정, 증거금 추가, 오버나잇 설정, 출금 취소는 지금도 할 수 있습니다.',
  },
  {
    title: 'Maintenance until {until}',
    closed: 'New orders, stakes, deposits, withdrawals, conversions and transfers open again after the maintenance.',
    open: 'You can still close positions, cancel orders, set TP/SL, add margin, set overnight holding and cancel a withdrawal.',
  },
)
