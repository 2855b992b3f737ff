import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import type { DeskRequest } from '@maru/contract'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { t } from './texts.ts'

/** What was pressed on a version that somebody else had changed meanwhile. */
export interface Conflict {
  readonly pressed: string
  readonly saw: Pick<DeskRequest, 'status' | 'version'>
}

/** The steps of the desk about one request, each about the version that is shown. */
export function useSteps(row: DeskRequest, onChanged: () => void) {
  const { act, busy, failure, forget } = useAct()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const params = { id: String(row.id) }
  const { version, status } = row

  const send = (pressed: string, done: string, run: (key: string) => Promise<unknown>) => {
    setConflict(null)
    void act({
      run: async (key) => {
        try {
          return await run(key)
        } catch (error) {
          if (isApiError(error) && error.code === 'STALE_VERSION') setConflict({ pressed, saw: { status, version } })
          // Whatever was refused, the page may show what is not so any more.
          onChanged()
          throw error
        }
      },
      done,
      onDone: onChanged,
    })
  }
  return {
    busy,
    failure: conflict ? null : failure,
    conflict,
    forget: () => {
      forget()
      setConflict(null)
    },
    take: () =>
      send(t('take'), t('taken'), (key) =>
        call('POST /api/console/dnw/:id/take', { params, key, body: { reason: t('startReview'), version } }),
      ),
    changed: onChanged,
    takeOver: ({ reason, key, from }: { readonly reason: string; readonly key: string; readonly from: number }) =>
      call('POST /api/console/dnw/:id/take', { params, key, body: { reason, version, from } }),
    release: () =>
      send(t('release'), t('released'), (key) =>
        call('POST /api/console/dnw/:id/release', { params, key, body: { reason: t('endReview'), version } }),
      ),
    approve: (reason: string) =>
      send(t('approve'), t('approved'), (key) =>
        call('POST /api/console/dnw/:id/approve', { params, key, body: { reason, version } }),
      ),
    approveSecond: (reason: string) =>
      send(t('secondApproval'), t('approved'), (key) =>
        call('POST /api/console/approvals/:id/approve', { params, key, body: { reason } }),
      ),
    reject: (reason: string) =>
      send(t('reject'), t('rejected'), (key) =>
        call('POST /api/console/dnw/:id/reject', { params, key, body: { reason, version } }),
      ),
    complete: (reason: string, statementLine: string) =>
      send(t('confirmPaid'), t('payoutConfirmed'), (key) =>
        call('POST /api/console/dnw/:id/complete', { params, key, body: { reason, version, statementLine } }),
      ),
  }
}
export type Steps = ReturnType<typeof useSteps>
