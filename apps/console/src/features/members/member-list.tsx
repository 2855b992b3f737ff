import { call, download } from '@maru/client/api/client'
import type { DeskMember } from '@maru/contract'
import { memberStatusWords } from '@maru/contract/desk-words'
import { Badge, formatDateTime, Segmented } from '@maru/ui'
import { useNavigate, useSearchParams } from 'react-router'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SearchField } from '../../parts/search-field.tsx'

const views = [
  { value: 'ALL', label: '전체' },
  { value: 'PENDING', label: '승인 대기' },
  { value: 'DENY', label: '이용 정지' },
] as const
type View = (typeof views)[number]['value']
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
        <Badge tone={status === 'ACTIVE' ? 'ok' : 'warn'}>{memberStatusWords[status]}</Badge>
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
  const view = views.find(({ value }) => value === search.get('status'))?.value ?? 'ALL'
  const query = { ...(q && { q }), ...(view !== 'ALL' && { status: view }) }
  const read = (asked: Asked) => call('GET /api/console/member', { query: { ...asked, ...query } })
  const list = usePaged<DeskMember>(['members', query], read)
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  return (
    <Page
      title="회원"
      sub={
        <>
          <Segmented
            label="보기"
            choices={views}
            value={view}
            onChange={(value: View) => change('status', value === 'ALL' ? '' : value)}
          />
          <span className="sub">{q && `“${q}” 찾은 결과`}</span>
        </>
      }
      tools={
        <SearchField
          key={q}
          label="회원 찾기"
          placeholder="번호 · 이름 · 아이디 · 전화 끝 4자리 · 계좌 · IP · 기기"
          value={q}
          onSearch={(text) => change('q', text)}
        />
      }
    >
      <DataTable
        label="회원"
        list={list}
        columns={columns}
        idOf={idOf}
        onOpen={({ id }) => void navigate(`/members/${id}`)}
        toneOf={({ status }) => (status === 'DENY' ? 'done' : undefined)}
        empty={[
          '찾은 회원이 없습니다',
          '전화는 전체나 끝 4자리, 계좌와 IP는 전체, 이름과 아이디는 앞 글자, 기기는 연결 탭의 값으로 찾습니다.',
        ]}
        csv={{ name: '회원', read: (signal) => download('GET /api/console/member.csv', { query: query, signal }) }}
      />
    </Page>
  )
}
