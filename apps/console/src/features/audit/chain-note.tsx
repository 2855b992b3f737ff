import { call } from '@maru/client/api/client'
import { Badge, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'

/** Whether the chain of the log held when it was last verified, and how far it has come since. */
export function ChainNote() {
  const { data } = useQuery({
    queryKey: ['audit-chain'],
    queryFn: () => call('GET /api/console/audit/chain'),
    refetchInterval: 60_000,
  })
  if (!data) return null
  const { check, sealed } = data
  if (check === null)
    return <p className="panel chain">기록의 사슬을 아직 검증하지 않았습니다. 한 시간마다 검증합니다.</p>
  return (
    <p className="panel chain" role={check.isWhole ? undefined : 'alert'}>
      <Badge tone={check.isWhole ? 'ok' : 'down'}>{check.isWhole ? '사슬 이상 없음' : '사슬이 끊김'}</Badge>
      <span className="num">
        {formatDateTime(check.at)} 검증 · {check.acts.toLocaleString('ko-KR')}건
      </span>
      {check.brokenAt !== null && <b>{check.brokenAt.toLocaleString('ko-KR')}번째 기록이 맞지 않습니다</b>}
      {check.strays > 0 && <b>사슬 밖의 기록 {check.strays.toLocaleString('ko-KR')}건</b>}
      {sealed > check.acts && <span className="dim">그 뒤 {(sealed - check.acts).toLocaleString('ko-KR')}건 추가</span>}
    </p>
  )
}
