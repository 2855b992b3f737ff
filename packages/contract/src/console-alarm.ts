import { z } from 'zod'
import { desk, deskParams, deskRead, Reason } from './console-dnw.ts'
import { endpoint } from './endpoint.ts'
import { StaffRole } from './enums.ts'
import { EpochMs, Id, IntInput } from './primitives.ts'

export const AlarmKind = z.enum(['DEPOSIT', 'WITHDRAWAL', 'APPROVAL', 'SUSPENSE', 'DISPUTE', 'STOP', 'PROVIDER', 'JOB'])
export type AlarmKind = z.infer<typeof AlarmKind>

/** Something that waits for a person. It is repeated until somebody takes it or it is over. */
export const Alarm = z.object({
  id: Id,
  kind: AlarmKind,
  subject: z.string().meta({ description: 'The number of the request, or the name of the provider or job' }),
  raisedAt: EpochMs,
  takenBy: Id.nullable(),
  takenByName: z.string().nullable(),
  takenAt: EpochMs.nullable(),
})
export type Alarm = z.infer<typeof Alarm>

export const AlarmChannel = z.enum(['MAIL', 'WEBHOOK', 'SLACK'])
export type AlarmChannel = z.infer<typeof AlarmChannel>

/** Where alarms of some kinds go. The whole address is stored sealed and never shown again. */
export const AlarmAddress = z.object({
  id: Id,
  role: StaffRole,
  channel: AlarmChannel,
  shown: z.string().meta({ description: 'The mail address, or the host of the webhook with its last four characters' }),
  kinds: z.array(AlarmKind),
  fromHour: z.int().meta({ description: 'KST, 0 to 23; the same as toHour: all day' }),
  toHour: z.int(),
})
export type AlarmAddress = z.infer<typeof AlarmAddress>

const Hour = IntInput.pipe(z.int().min(0).max(23))
const change = { ...desk, permission: 'alarmAddresses' } as const

export const consoleAlarmEndpoints = {
  alarmList: endpoint({
    ...deskRead,
    permission: 'alarms',
    path: '/api/console/alarm',
    summary: '끝나지 않은 알람: 내 역할이 볼 수 있는 것, 오래된 것부터 100개까지',
    response: z.object({ alarms: z.array(Alarm) }),
  }),
  alarmTake: endpoint({
    ...desk,
    permission: 'alarms',
    path: '/api/console/alarm/:id/take',
    summary: '알람 담당 지정: 다시 울리지 않습니다',
    body: z.strictObject({}),
    response: Alarm,
    errors: ['ALARM_NOT_FOUND', 'ALARM_TAKEN'],
  }),
  alarmAddressList: endpoint({
    ...deskRead,
    permission: 'alarmAddresses',
    path: '/api/console/alarm_address',
    summary: '알람을 받을 주소',
    response: z.object({ addresses: z.array(AlarmAddress) }),
  }),
  alarmAddressAdd: endpoint({
    ...change,
    path: '/api/console/alarm_address',
    summary: '알람을 받을 주소 추가: 메일, 웹훅, Slack 호환 주소',
    params: z.object({}),
    body: z.strictObject({
      reason: Reason,
      role: StaffRole,
      channel: AlarmChannel,
      to: z.string().trim().min(1).max(500),
      kinds: z.array(AlarmKind).min(1).max(AlarmKind.options.length),
      fromHour: Hour,
      toHour: Hour,
    }),
    response: AlarmAddress.extend({
      secret: z.string().nullable().meta({ description: 'What signs its messages: shown this once; null of a mail' }),
    }),
    errors: ['ALARM_ADDRESS_INVALID', 'ALARM_ADDRESS_PRIVATE', 'ALARM_KIND_FOR_ROLE', 'ALARM_ADDRESS_LIMIT'],
  }),
  alarmAddressRemove: endpoint({
    ...change,
    path: '/api/console/alarm_address/:id/remove',
    summary: '알람을 받을 주소 지우기',
    params: deskParams,
    body: z.strictObject({ reason: Reason }),
    response: z.object({ id: Id }),
    errors: ['ALARM_ADDRESS_NOT_FOUND'],
  }),
  alarmAddressTry: endpoint({
    ...change,
    path: '/api/console/alarm_address/:id/try',
    summary: '알람을 받을 주소로 테스트 알람 보내기',
    params: deskParams,
    body: z.strictObject({ reason: Reason }),
    response: z.object({ id: Id }),
    errors: ['ALARM_ADDRESS_NOT_FOUND'],
  }),
}
