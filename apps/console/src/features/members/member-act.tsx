import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { PersonalDialog } from './personal-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'
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
  const { version, isMobileBlocked, sessions } = profile
  if (act === 'status' || act === 'refuse')
    return <StatusDialog profile={profile} isRefused={act === 'refuse'} {...shared} />
  if (act === 'device')
    return (
      <ActionDialog
        title={isMobileBlocked ? '모바일 차단을 풉니다' : '모바일 기기를 차단합니다'}
        confirm={isMobileBlocked ? '차단 해제' : '차단'}
        done={isMobileBlocked ? '차단을 풀었습니다' : '모바일 기기를 차단했습니다'}
        changes={[
          {
            name: '모바일',
            before: isMobileBlocked ? '차단' : '사용',
            after: isMobileBlocked ? '사용' : '차단 · 지금 접속도 끊음',
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
        title={one === null ? '모든 로그인을 끊습니다' : `${one.device}의 로그인을 끊습니다`}
        confirm={one === null ? '모두 끊기' : '끊기'}
        done={one === null ? '모든 로그인을 끊었습니다' : '로그인을 끊었습니다'}
        changes={[{ name: '로그인', before: `${sessions.length}곳`, after: `${after}곳` }]}
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
      title={frozen ? '막은 출금을 풉니다' : '출금을 막습니다'}
      confirm={frozen ? '두 번째 승인 요청' : '지금 막기'}
      done={frozen ? '풀기를 요청했습니다' : '출금을 막았습니다'}
      changes={[{ name: '출금과 송금', before: frozen ? '막음' : '됨', after: frozen ? '됨' : '막음 · 거래는 계속' }]}
      run={({ reason, key }) =>
        call('POST /api/console/member/:id/freeze', { params, body: { reason, isFrozen: !frozen }, key })
      }
      {...shared}
    />
  )
}
