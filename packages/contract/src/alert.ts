import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Decimal, EpochMs, Id, IdParam, PositiveDecimalInput } from './primitives.ts'

const tag = '알림'

/** 가격, 청산 위험, 회차 결과, 주문 체결, 입출금, 경제지표. */
export const AlertKind = z.enum(['PRICE', 'LIQUIDATION', 'ROUND', 'ORDER', 'MONEY', 'ECONOMIC'])
export type AlertKind = z.infer<typeof AlertKind>

/** 앱 안, 기기의 알림(웹 푸시), 메일. */
export const AlertChannel = z.enum(['app', 'push', 'mail'])
export type AlertChannel = z.infer<typeof AlertChannel>

export const AlertDirection = z.enum(['ABOVE', 'BELOW', 'MOVE']).meta({
  description: 'ABOVE: at or above the price; MOVE: so far up or down within some minutes',
})
export type AlertDirection = z.infer<typeof AlertDirection>

/** How many price alerts a member may have. */
export const mostPriceAlerts = 50
/** On how many devices a member may be reached. */
export const mostPushDevices = 10

/** Within how many minutes a move may be waited for. */
export const moveMinutes = [1, 5, 15, 60] as const
/** The smallest and the largest move that may be waited for, in tenths of a percent. */
export const moveTenths = { min: 5, max: 500 } as const

const AlertMove = z.strictObject({
  percent: PositiveDecimalInput.meta({ description: '0.5 to 50, in tenths', example: '3.0' }),
  minutes: z.literal(moveMinutes),
})

/** A price, or a move, that a member waits for. */
export const PriceAlert = z.object({
  id: Id,
  stock: z.string(),
  koName: z.string(),
  direction: AlertDirection,
  price: Decimal.nullable().meta({ description: 'null: it waits for a move' }),
  move: z.object({ percent: Decimal, minutes: z.int() }).nullable().meta({ description: 'null: it waits for a price' }),
  isRepeated: z.boolean().meta({
    description: 'Watches on after it rang: again after 10 minutes, a price once it was 0.1% back, a move as a new one',
  }),
  isOn: z.boolean(),
  rungAt: EpochMs.nullable().meta({ description: 'When it rang last' }),
  createdAt: EpochMs,
})
export type PriceAlert = z.infer<typeof PriceAlert>

/** A stock that price alerts can watch. */
export const AlertStock = z.object({
  stock: z.string(),
  koName: z.string(),
  precision: z.int().nonnegative(),
  tick: Decimal.meta({ description: 'Prices are multiples of it' }),
  last: Decimal.nullable(),
})
export type AlertStock = z.infer<typeof AlertStock>

const Channels = z.strictObject({ app: z.boolean(), push: z.boolean(), mail: z.boolean() })
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ description: 'HH:MM in Korea', example: '23:00' })

/** What a member is told of, and how. */
export const AlertSetting = z.strictObject({
  channels: z.strictObject({
    PRICE: Channels,
    LIQUIDATION: Channels,
    ROUND: Channels,
    ORDER: Channels,
    MONEY: Channels,
    ECONOMIC: Channels,
  }),
  quiet: z
    .strictObject({ from: TimeOfDay, to: TimeOfDay })
    .refine(({ from, to }) => from !== to, 'the two times are the same')
    .nullable()
    .meta({ description: 'No push and no mail in these hours, but for liquidation; null: at no time' }),
  earlyRatio: z.int().min(30).max(79).nullable().meta({
    description:
      'Tells of a margin ratio of perpetuals from so many percent on, before the warning of the site; null: not',
  }),
  releases: z
    .literal([2, 3])
    .nullable()
    .meta({ description: 'Tells of economic releases of this importance and above ten minutes before; null: not' }),
})
export type AlertSetting = z.infer<typeof AlertSetting>

const Alerts = z.object({
  alerts: z.array(PriceAlert).meta({ description: 'The newest first' }),
  setting: AlertSetting,
  hasMail: z.boolean().meta({ description: 'The member has a verified mail address' }),
  devices: z.int().nonnegative().meta({ description: 'So many devices get pushes' }),
  publicKey: z.string().meta({ description: 'The VAPID key (applicationServerKey) that a device subscribes with' }),
  stocks: z.array(AlertStock),
})
export type Alerts = z.infer<typeof Alerts>

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+={0,2}$/)
const form = { method: 'POST', tag, auth: 'member', rate: 'setting' } as const

export const alertEndpoints = {
  alerts: endpoint({
    method: 'GET',
    path: '/api/alert',
    summary: '내 알림: 가격 알림, 설정, 푸시 등록에 쓰는 키',
    tag,
    auth: 'member',
    response: Alerts,
    errors: [],
  }),
  alertAdd: endpoint({
    ...form,
    path: '/api/alert',
    summary: '가격 알림 추가: 지금 가격이 아직 닿지 않은 쪽, 또는 지금부터의 급변',
    body: z
      .strictObject({
        stock: z.string().max(40),
        direction: AlertDirection,
        price: PositiveDecimalInput.optional().meta({ description: 'Of ABOVE and BELOW' }),
        move: AlertMove.optional().meta({ description: 'Of MOVE' }),
        isRepeated: z.boolean().optional(),
      })
      .refine(
        ({ direction, price, move }) => (direction === 'MOVE') === (move !== undefined && price === undefined),
        'a direction with what it is not about',
      )
      .refine(({ price, move }) => (price === undefined) !== (move === undefined), 'neither price nor move, or both'),
    response: PriceAlert,
    errors: [
      'STOCK_NOT_FOUND',
      'PRICE_TICK_INVALID',
      'ALERT_PRICE_FAR',
      'ALERT_MOVE_INVALID',
      'ALERT_REACHED',
      'ALERT_EXISTS',
      'ALERT_LIMIT',
      'ALERT_NO_PRICE',
    ],
  }),
  alertDelete: endpoint({
    ...form,
    path: '/api/alert/:id/delete',
    summary: '가격 알림 삭제',
    params: z.object({ id: IdParam }),
    body: z.strictObject({}),
    response: z.object({ id: Id }),
    errors: ['ALERT_NOT_FOUND'],
  }),
  alertTurn: endpoint({
    ...form,
    path: '/api/alert/:id/turn',
    summary: '가격 알림 켜기와 끄기: 울린 알림을 다시 켤 수 있습니다',
    params: z.object({ id: IdParam }),
    body: z.strictObject({ isOn: z.boolean() }),
    response: PriceAlert,
    errors: ['ALERT_NOT_FOUND', 'ALERT_REACHED', 'ALERT_EXISTS', 'ALERT_NO_PRICE'],
  }),
  alertSetting: endpoint({
    ...form,
    path: '/api/alert/setting',
    summary: '알림 설정: 종류마다 받는 방법, 방해 금지 시간, 미리 받는 청산 위험, 경제지표',
    body: AlertSetting.partial({ quiet: true, earlyRatio: true, releases: true }).meta({
      description: 'What is left out is off',
    }),
    response: AlertSetting,
    errors: [],
  }),
  pushSubscribe: endpoint({
    ...form,
    path: '/api/push/subscribe',
    summary: '이 기기에서 푸시 받기: 브라우저의 PushSubscription',
    body: z.strictObject({
      endpoint: z.string().max(1_000),
      keys: z.strictObject({ p256dh: Base64Url.max(100), auth: Base64Url.max(40) }),
      expirationTime: z.number().nullable().optional(),
    }),
    response: z.object({ devices: z.int().nonnegative() }),
    errors: ['PUSH_INVALID', 'PUSH_PRIVATE', 'PUSH_KEYS_INVALID'],
  }),
  pushUnsubscribe: endpoint({
    ...form,
    path: '/api/push/unsubscribe',
    summary: '이 기기에서 푸시 그만 받기',
    body: z.strictObject({ endpoint: z.string().max(1_000) }),
    response: z.object({ devices: z.int().nonnegative() }),
    errors: [],
  }),
}
