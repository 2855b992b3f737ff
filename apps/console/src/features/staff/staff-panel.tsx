import { call } from '@maru/client/api/client'
import type { StaffRow } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { roleWords } from '../../parts/table-words.ts'
import { useMe, useSiteId } from '../../session/staff.ts'
import { CapDialog } from './cap-dialog.tsx'
import { RoleFields } from './role-fields.tsx'
import { StaffSessions } from './staff-sessions.tsx'
import { t } from './texts.ts'

interface Props {
  row: StaffRow
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}
type Act = 'role' | 'totp' | 'disable' | 'cap'

/** One member of staff, and the changes of him that two SUPERs make. */
export function StaffPanel({ row, place, onClose, onChanged }: Props) {
  const me = useMe()
  const [act, setAct] = useState<Act | null>(null)
  const canChange = row.disabledAt === null && row.id !== me.memberId
  return (
    <SidePanel
      title={row.name}
      badges={<Badge>{roleWords[row.role]}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        canChange && (
          <For permission="staff" what={t('changes')}>
            <div className="staff-acts">
              <Button onClick={() => setAct('disable')}>{t('stopDots')}</Button>
              <Button onClick={() => setAct('totp')}>{t('resetDots')}</Button>
              <Button onClick={() => setAct('cap')}>{t('limitDots')}</Button>
              <Button onClick={() => setAct('role')}>{t('roleDots')}</Button>
            </div>
          </For>
        )
      }
    >
      <dl className="kv">
        <dt>{t('username')}</dt>
        <dd>{row.username}</dd>
        <dt>{t('number')}</dt>
        <dd className="num">{row.id}</dd>
        <dt>{t('site')}</dt>
        <dd className="num">{row.siteIds.join(', ')}</dd>
        <dt>{t('app')}</dt>
        <dd>{row.isTotpOn ? t('registered') : t('none')}</dd>
        <dt>{t('madeAt')}</dt>
        <dd className="num">{formatDateTime(row.createdAt)}</dd>
        <dt>{t('stop')}</dt>
        <dd className="num">{row.disabledAt === null ? t('no') : formatDateTime(row.disabledAt)}</dd>
        <dt>{t('trading')}</dt>
        <dd>{t('blockedStaff')}</dd>
      </dl>
      <StaffSessions row={row} />
      {act !== null && <StaffAct row={row} act={act} onDone={onChanged} onClose={() => setAct(null)} />}
    </SidePanel>
  )
}

function StaffAct({ row, act, onDone, onClose }: { row: StaffRow; act: Act; onDone: () => void; onClose: () => void }) {
  const [role, setRole] = useState(row.role)
  const [siteIds, setSiteIds] = useState<readonly number[]>(row.siteIds)
  const params = { id: String(row.id) }
  const shared = { confirm: t('askSecond'), done: t('asked'), onDone, onClose }
  if (act === 'role') {
    const isSame = role === row.role && siteIds.join() === row.siteIds.join()
    return (
      <ActionDialog
        {...shared}
        title={t('changeRoleOf', { name: row.name })}
        missing={siteIds.length === 0 ? t('needSite') : isSame ? t('nothingChanged') : null}
        changes={[
          { name: t('role'), before: roleWords[row.role], after: roleWords[role] },
          { name: t('site'), before: row.siteIds.join(', '), after: siteIds.join(', ') },
        ]}
        run={({ reason, key }) =>
          call('POST /api/console/staff/:id/role', { params, body: { reason, role, siteIds: [...siteIds] }, key })
        }
      >
        <RoleFields role={role} onRole={setRole} siteIds={siteIds} onSites={setSiteIds} />
      </ActionDialog>
    )
  }
  if (act === 'cap') return <OwnCap row={row} onDone={onDone} onClose={onClose} />
  if (act === 'totp')
    return (
      <ActionDialog
        {...shared}
        title={t('resetOf', { name: row.name })}
        changes={[{ name: t('app'), before: row.isTotpOn ? t('registered') : t('none'), after: t('resetEffect') }]}
        canned={[t('whyPhone')]}
        run={({ reason, key }) => call('POST /api/console/staff/:id/totp-reset', { params, body: { reason }, key })}
      />
    )
  return (
    <ActionDialog
      {...shared}
      title={t('stopOf', { name: row.name })}
      changes={[{ name: t('console'), before: roleWords[row.role], after: t('stopEffect') }]}
      canned={[t('whyLeft')]}
      run={({ reason, key }) => call('POST /api/console/staff/:id/disable', { params, body: { reason }, key })}
    />
  )
}

function OwnCap({ row, onDone, onClose }: { row: StaffRow; onDone: () => void; onClose: () => void }) {
  const siteId = useSiteId()
  const { data } = useQuery({ queryKey: ['caps', siteId], queryFn: () => call('GET /api/console/cap') })
  if (!data) return null
  return <CapDialog holder={{ staffId: row.id, name: row.name }} caps={data.caps} onDone={onDone} onClose={onClose} />
}
