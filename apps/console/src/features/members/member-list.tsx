import { call } from '@maru/client/api/client'
import type { DeskMember } from '@maru/contract'
import { Badge, formatDateTime } from '@maru/ui'
import { useNavigate, useSearchParams } from 'react-router'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, readAll, usePaged } from '../../parts/paged.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { statusWords } from './words.ts'

const idOf = ({ id }: DeskMember) => String(id)

const columns: readonly Column<DeskMember>[] = [
  { id: 'id', head: '번호', align: 'right', cell: ({ id }) => <span className="num">{id}</span> },
  {
    id: 'name',
    head: '이름',
    cell: ({ name, username }) => (
      <>
        <b>{name}</b> <span className="dim">{username}</span>
      </>
    ),
  },
  { id: 'nick', head: '닉네임', cell: ({ nick }) => nick },
  { id: 'phone', head: '휴대폰', cell: ({ phone }) => <span className="num">{phone || '–'}</span> },
  { id: 'joined', head: '가입', cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span> },
  {
    id: 'status',
    head: '상태',
    cell: ({ status, isMobileBlocked, kind }) => (
      <>
        <Badge tone={status === 'ACTIVE' ? 'ok' : 'warn'}>{statusWords[status]}</Badge>
        {isMobileBlocked && <Badge tone="warn">기기 차단</Badge>}
        {kind === 'PARTNER' && <Badge>파트너</Badge>}
      </>
    ),
  },
]

/** Members: found by number, name, username, nick, phone, account or IP address; a row opens its member. */
export function MemberList() {
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const read = (asked: Asked) => call('GET /api/console/member', { query: { ...asked, ...(q && { q }) } })
  const list = usePaged<DeskMember>(['members', q], read)
  return (
    <Page
      title="회원"
      sub={<span className="sub">{q && `“${q}” 찾은 결과`}</span>}
      tools={
        <SearchField
          key={q}
          label="회원 찾기"
          placeholder="번호 · 이름 · 아이디 · 닉네임 · 전화 · 계좌 · IP"
          value={q}
          onSearch={(text) => setSearch(text === '' ? {} : { q: text }, { replace: true })}
        />
      }
    >
      <DataTable
        label="회원"
        list={list}
        columns={columns}
        idOf={idOf}
        onSelect={(chosen) => chosen && void navigate(`/members/${chosen.id}`)}
        toneOf={({ status }) => (status === 'DENY' ? 'done' : undefined)}
        empty={['찾은 회원이 없습니다', '전화와 계좌는 전체 번호로, 이름과 아이디는 앞 글자로 찾습니다.']}
        csv={{
          name: '회원',
          columns: [
            ['번호', ({ id }) => id],
            ['이름', ({ name }) => name],
            ['아이디', ({ username }) => username],
            ['닉네임', ({ nick }) => nick],
            ['휴대폰', ({ phone }) => phone],
            ['상태', ({ status }) => statusWords[status]],
            ['가입', ({ createdAt }) => formatDateTime(createdAt)],
          ],
          read: () => readAll(read),
        }}
      />
    </Page>
  )
}
