import type { DeskProfile } from '@maru/contract'
import { Badge, Button, formatDay } from '@maru/ui'
import { useState } from 'react'
import { memberStatusWords } from '../../parts/desk-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { type Act, MemberAct } from './member-act.tsx'
import { t } from './texts.ts'
import { isFrozen } from './words.ts'

interface Props {
  profile: DeskProfile
  onChanged: () => void
}

/** Who he is, how he stands, and what may be done with him. */
export function MemberHead({ profile, onChanged }: Props) {
  const { id, name, username, nick, createdAt, status, isMobileBlocked } = profile
  const [act, setAct] = useState<Act | null>(null)
  const may = useMay('members')
  const mayFreeze = useMay('freeze')
  const mayGrant = useMay('bonus')
  const frozen = isFrozen(profile)
  useKeys([{ key: 'b', label: t('bonusDots'), run: () => setAct('bonus') }], mayGrant)
  useKeys([{ key: 'p', label: t('personal'), run: () => setAct('personal') }], may)
  return (
    <header className="panel mb-head">
      <div>
        <p>
          <b>{name}</b> <span className="dim">{username}</span>
          <Badge tone={status === 'ACTIVE' ? 'ok' : 'warn'}>{memberStatusWords[status]}</Badge>
          {frozen && <Badge tone="warn">{t('withdrawalsBlocked')}</Badge>}
          {isMobileBlocked && <Badge tone="warn">{t('mobileBlockedBadge')}</Badge>}
        </p>
        <p className="dim num">{t('identityLine', { id, nick, createdAt: formatDay(createdAt) })}</p>
      </div>
      <span className="sp" />
      {may && <Button onClick={() => setAct('personal')}>{t('showPersonal')}</Button>}
      {mayGrant && (
        <Button tone="primary" onClick={() => setAct('bonus')}>
          {t('bonusDots')} <kbd>B</kbd>
        </Button>
      )}
      {mayFreeze && <Button onClick={() => setAct('freeze')}>{frozen ? t('unfreezeDots') : t('freezeDots')}</Button>}
      {may && (
        <Button tone="line" onClick={() => setAct('status')}>
          {status === 'ACTIVE' ? t('suspendDots') : status === 'PENDING' ? t('admitDots') : t('resumeDots')}
        </Button>
      )}
      {may && status === 'PENDING' && (
        <Button tone="line" onClick={() => setAct('refuse')}>
          {t('refuseDots')}
        </Button>
      )}
      {act !== null && <MemberAct act={act} profile={profile} onDone={onChanged} onClose={() => setAct(null)} />}
    </header>
  )
}
