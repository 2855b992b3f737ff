import { defineTexts } from '@maru/client/i18n/texts'

/** Words of the live channel; the sentences of the catalogue (CONNECTION_LOST, RECONNECTING, RECONNECT_FAILED). */
export const liveTexts = defineTexts(
  'live',
  {
    alert: '알림',
    reconnecting: '연결이 불안정하여 다시 연결하고 있습니다.',
    reconnectFailed: '다시 연결하지 못했습니다. 새로고침 후 다시 시도해 주세요.',
    connectionLost: '연결이 끊어졌습니다. 잠시 후 다시 로그인해 주세요.',
    message: '쪽지가 도착했습니다',
  },
  {
    alert: 'Notice',
    reconnecting: 'Reconnecting due to unstable connection.',
    reconnectFailed: 'Reconnection failed, refresh and retry.',
    connectionLost: 'Connection lost, please log in again shortly.',
    message: 'A message has arrived',
  },
)
