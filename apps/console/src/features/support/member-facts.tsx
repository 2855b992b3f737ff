import { call } from '@maru/client/api/client'
import { formatDay, formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { walletWord } from '../../parts/desk-words.ts'
import { useSiteId } from '../../session/staff.ts'

/** Who asks: what an answer needs to know of him, and the way to the rest. */
export function MemberFacts({ id, name, username }: { id: number; name: string; username: string }) {
  const siteId = useSiteId()
  const { data } = useQuery({
    queryKey: ['member', 'one', siteId, String(id)],
    queryFn: () => call('GET /api/console/member/:id', { params: { id: String(id) } }),
  })
  return (
    <>
      <h3>
        {name}{' '}
        <span className="r">
          <Link to={`/members/${id}`}>회원 {id}</Link>
        </span>
      </h3>
      <dl className="kv">
        <dt>아이디</dt>
        <dd>{username}</dd>
        {data && (
          <>
            <dt>상태</dt>
            <dd>{data.status === 'ACTIVE' ? '정상' : data.status === 'DENY' ? '이용 정지' : '승인 대기'}</dd>
            <dt>가입</dt>
            <dd>{formatDay(data.createdAt)}</dd>
            {data.wallets
              .filter(({ point, type }) => point !== '0' || type === 'BINARY')
              .map(({ type, currency, point }) => (
                <div key={type} className="sp-w">
                  <dt>{walletWord(type)}</dt>
                  <dd>{formatMoney(point, currency)}</dd>
                </div>
              ))}
            <dt>열린 접속</dt>
            <dd>{data.sessions.length}</dd>
          </>
        )}
      </dl>
    </>
  )
}
