import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { PersonalDialog } from './personal-dialog.tsx'
import { ReferralDialog } from './referral-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { t } from './texts.ts'
import { isFrozen } from './words.ts'

/** What is done with a member, or with one of his sessions. */
export type Act =
  | 'status'
  | 'refuse'
  | 'device'
  | 'sessions'
  | 'freeze'
  | 'bonus'
  | 'personal'
  | 'referral'
  | { readonly sessionId: number; readonly device: string }
interface Props {
  act: Act
  profile: DeskProfile
  onDone: () => void
  onClose: () => void
}

/** An act about a member, with what it changes. */
export function MemberAct({ act, profile, onDone, onClose }: Props) {
  const params = { id: String(profile.id) }
  const shared = { onDone, onClose }
  if (act === 'bonus') return <GrantDialog profile={profile} {...shared} />
  if (act === 'personal') return <PersonalDialog profile={profile} onClose={onClose} />
  if (act === 'referral') return <ReferralDialog profile={profile} {...shared} />
  const { version, isMobileBlocked, sessions } = profile
  if (act === 'status' || act === 'refuse')
    return <StatusDialog profile={profile} isRefused={act === 'refuse'} {...shared} />
  if (act === 'device')
    return (
      <ActionDialog
        title={isMobileBlocked ? t('mobileUnblockTitle') : t('mobileBlockTitle')}
        confirm={isMobileBlocked ? t('unblock') : t('block')}
        done={isMobileBlocked ? t('unblocked') : t('mobileBlocked')}
        changes={[
          {
            name: t('mobile'),
            before: isMobileBlocked ? t('block') : t('allowed'),
            after: isMobileBlocked ? t('allowed') : t('mobileBlockEffect'),
          },
        ]}
        run={({ reason, key }) =>
          call('POST /api/console/member/:id/device', {
            params,
            body: { reason, version, isMobileBlocked: !isMobileBlocked },
            key,
          })
        }
        {...shared}
      />
    )
  if (act === 'sessions' || typeof act === 'object') {
    const one = typeof act === 'object' ? act : null
    const after = one === null ? 0 : sessions.length - 1
    return (
      <ActionDialog
        title={one === null ? t('endAllTitle') : t('endOneTitle', { device: one.device })}
        confirm={one === null ? t('endAll') : t('end')}
        done={one === null ? t('endedAll') : t('endedOne')}
        changes={[
          { name: t('signIns'), before: t('places', { length: sessions.length }), after: t('placesAfter', { after }) },
        ]}
        run={({ reason, key }) => {
          const body = one === null ? { reason } : { reason, sessionId: one.sessionId }
          return call('POST /api/console/member/:id/session/end', { params, body, key })
        }}
        {...shared}
      />
    )
  }
  const frozen = isFrozen(profile)
  return (
    <ActionDialog
      title={frozen ? t('unfreezeTitle') : t('freezeTitle')}
      confirm={frozen ? t('askSecond') : t('freezeNow')}
      done={frozen ? t('unfreezeAsked') : t('frozen')}
      changes={[
        {
          name: t('withdrawalsTransfers'),
          before: frozen ? t('blocked') : t('possible'),
          after: frozen ? t('possible') : t('blockedTradingOn'),
        },
      ]}
      run={({ reason, key }) =>
        call('POST /api/console/member/:id/freeze', { params, body: { reason, isFrozen: !frozen }, key })
      }
      {...shared}
    />
  )
}
