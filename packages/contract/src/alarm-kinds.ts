import type { AlarmKind } from './console-alarm.ts'
import type { OverviewTask } from './console-overview.ts'
import type { Permission } from './permissions.ts'

/** What a role has to be allowed to read before alarms of a kind are sent to it. */
export const alarmPermissions: Readonly<Record<AlarmKind, Permission>> = {
  DEPOSIT: 'money',
  WITHDRAWAL: 'money',
  APPROVAL: 'approvals',
  SUSPENSE: 'suspense',
  DISPUTE: 'disputes',
  STOP: 'overview',
  PROVIDER: 'providers',
  JOB: 'overview',
}

const kindOf: Readonly<Record<OverviewTask['kind'], AlarmKind>> = {
  DEPOSIT: 'DEPOSIT',
  WITHDRAWAL: 'WITHDRAWAL',
  APPROVAL: 'APPROVAL',
  SUSPENSE: 'SUSPENSE',
  DISPUTE: 'DISPUTE',
  DISPUTE_LATE: 'DISPUTE',
  PAUSED: 'STOP',
  STOPPED: 'STOP',
  UNCONFIRMED: 'STOP',
  PROVIDER: 'PROVIDER',
  JOB: 'JOB',
}

/** The kind and subject of the alarm of a task. */
export const alarmOfTask = ({ kind, id, name }: Pick<OverviewTask, 'kind' | 'id' | 'name'>) => ({
  kind: kindOf[kind],
  subject: kind === 'PAUSED' ? kind : (name ?? String(id)),
})
