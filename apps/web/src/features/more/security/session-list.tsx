import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Session } from '@maru/contract'
import { Badge, Button, Empty, formatDateTime, Icon, Skeleton, toast } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/error-text.ts'
import { signOut } from '../../../session/session.ts'
import { askConfirm, showAlert } from '../../../shell/alert.tsx'
import { sessionsQuery } from './sessions-query.ts'
import { securityTexts } from './texts.ts'

/** Devices on which the member is signed in; others can be signed out one by one, or all at once. */
export function SessionList() {
  const t = useTexts(securityTexts)
  const cache = useQueryClient()
  const list = useQuery(sessionsQuery)
  const revoke = async ({ id, device }: Session) => {
    if (!(await askConfirm(t('revokeAsk', { device }), t('revoke')))) return
    try {
      await call('POST /api/session/revoke', { body: { id } })
      toast({ title: t('revoked') })
    } catch (error) {
      await showAlert(errorText(error))
    }
    await cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  const leaveAll = async () => {
    if (await askConfirm(t('everywhereAsk'), t('revoke'))) await signOut(true)
  }
  return (
    <section className="set">
      <h2>{t('sessions')}</h2>
      <p className="note">{t('sessionsHint')}</p>
      {list.isPending && <Skeleton height={56} />}
      {list.isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void list.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      <ul>
        {list.data?.map((session) => (
          <li key={session.id} className="dev">
            <Icon name="device" />
            <span>
              <b>{session.device}</b>
              <small className="num">
                {session.ip} · {t('lastSeen', { time: formatDateTime(session.lastSeenAt) })}
              </small>
            </span>
            {session.current ? (
              <Badge tone="ok">{t('current')}</Badge>
            ) : (
              <Button size={36} onClick={() => void revoke(session)} aria-label={`${session.device} ${t('revoke')}`}>
                {t('revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button className="wide" tone="line" onClick={() => void leaveAll()}>
        {t('everywhere')}
      </Button>
    </section>
  )
}
