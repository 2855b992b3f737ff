import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { PersonalDialog } from './personal-dialog.tsx'
import { isFrozen, statusWords } from './words.ts'

export type ActName = 'status' | 'device' | 'sessions' | 'freeze' | 'bonus' | 'personal'
interface Props {
  name: ActName
  profile: DeskProfile
  onDone: () => void
  onClose: () => void
}

/** An act about a member, with what it changes. */
export function MemberAct({ name, profile, onDone, onClose }: Props) {
  const params = { id: String(profile.id) }
  const shared = { onDone, onClose }
  if (name === 'bonus') return <GrantDialog profile={profile} {...shared} />
  if (name === 'personal') return <PersonalDialog profile={profile} onClose={onClose} />
  const { version, status, isMobileBlocked, sessions } = profile
  if (name === 'status') {
    const next = status === 'ACTIVE' ? 'DENY' : 'ACTIVE'
    const stops = next === 'DENY' ? [{ name: '로그인', before: `${sessions.length}곳`, after: '모두 끊음' }] : []
    return (
      <ActionDialog
        title={
          next === 'DENY' ? '이용을 정지합니다' : status === 'PENDING' ? '가입을 승인합니다' : '이용 정지를 풉니다'
        }
        confirm={next === 'DENY' ? '이용 정지' : status === 'PENDING' ? '가입 승인' : '정지 해제'}
        done={`${statusWords[next]}으로 바꾸었습니다`}
        changes={[{ name: '상태', before: statusWords[status], after: statusWords[next] }, ...stops]}
        canned={next === 'DENY' ? ['명의 도용 의심', '약관 위반', '수사기관 요청'] : ['확인을 마쳤습니다']}
        run={({ reason, key }) =>
          call('POST /api/console/member/:id/status', { params, body: { reason, version, status: next }, key })
        }
        {...shared}
      />
    )
  }
  if (name === 'device')
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
  if (name === 'sessions')
    return (
      <ActionDialog
        title="모든 로그인을 끊습니다"
        confirm="모두 끊기"
        done="모든 로그인을 끊었습니다"
        changes={[{ name: '로그인', before: `${sessions.length}곳`, after: '0곳' }]}
        run={({ reason, key }) => call('POST /api/console/member/:id/session/end', { params, body: { reason }, key })}
        {...shared}
      />
    )
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
