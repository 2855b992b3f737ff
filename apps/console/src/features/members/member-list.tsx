import { call, download } from '@maru/client/api/client'
import type { ListedMember } from '@maru/contract'
import { Badge, formatDateTime, formatMoney, Segmented } from '@maru/ui'
import { useNavigate, useSearchParams } from 'react-router'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { memberStatusWords } from '../../parts/desk-words.ts'
import { Page } from '../../parts/page.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { GroupMessage } from './group-message.tsx'
import { profit, time } from './record-cells.tsx'
import { t } from './texts.ts'

const views = [
  { value: 'ALL', label: t('all') },
  { value: 'PENDING', label: t('pendingApproval') },
  { value: 'DENY', label: t('suspended') },
] as const
type View = (typeof views)[number]['value']
const sorts = ['WON', 'USDT', 'SEEN'] as const
const idOf = ({ id }: ListedMember) => String(id)

const columns: readonly Column<ListedMember>[] = [
  { id: 'id', head: t('number'), align: 'right', cell: ({ id }) => <span className="num">{id}</span> },
  {
    id: 'name',
    head: t('name'),
    cell: ({ name, username }) => (
      <>
        <b>{name}</b> <span className="dim">{username}</span>
      </>
    ),
  },
  { id: 'nick', head: t('nickname'), cell: ({ nick }) => nick },
  { id: 'phone', head: t('phone'), cell: ({ phone }) => <span className="num">{phone || '–'}</span> },
  { id: 'WON', head: t('wonBalance'), align: 'right', isSortable: true, cell: ({ won }) => formatMoney(won, 'KRW') },
  {
    id: 'USDT',
    head: t('usdtBalance'),
    align: 'right',
    isSortable: true,
    cell: ({ usdt }) => formatMoney(usdt, 'USDT'),
  },
  {
    id: 'result',
    head: t('result30'),
    align: 'right',
    cell: ({ resultWon, resultUsdt }) => (
      <>
        {profit(resultWon, 'KRW')}
        {resultUsdt !== '0' && <small>{profit(resultUsdt, 'USDT')}</small>}
      </>
    ),
  },
  { id: 'SEEN', head: t('lastSeen'), isSortable: true, cell: ({ lastSeenAt }) => time(lastSeenAt) },
  {
    id: 'joined',
    head: t('joined'),
    cell: ({ createdAt }) => <span className="num">{formatDateTime(createdAt)}</span>,
  },
  {
    id: 'status',
    head: t('status'),
    cell: ({ status, isMobileBlocked, kind }) => (
      <>
        <Badge tone={status === 'ACTIVE' ? 'ok' : 'warn'}>{memberStatusWords[status]}</Badge>
        {isMobileBlocked && <Badge tone="warn">{t('deviceBlock')}</Badge>}
        {kind === 'PARTNER' && <Badge>{t('partner')}</Badge>}
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
  const sort = sorts.find((value) => value === search.get('sort'))
  const query = { ...(q && { q }), ...(view !== 'ALL' && { status: view }), ...(sort && { sort }) }
  const read = (asked: Asked) => call('GET /api/console/member', { query: { ...asked, ...query } })
  const list = usePaged<ListedMember>(['members', query], read, { cutBy: 'days' })
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  return (
    <Page
      title={t('members')}
      sub={
        <>
          <Segmented
            label={t('show')}
            choices={views}
            value={view}
            onChange={(value: View) => change('status', value === 'ALL' ? '' : value)}
          />
          <span className="sub">{q && t('resultsOf', { q })}</span>
        </>
      }
      tools={
        <>
          <GroupMessage group={{ ...list.cut, ...(q && { q }), ...(view !== 'ALL' && { status: view }) }} />
          <SearchField
            key={q}
            label={t('find')}
            placeholder={t('findHint')}
            value={q}
            onSearch={(text) => change('q', text)}
          />
        </>
      }
    >
      <DataTable
        label={t('members')}
        list={list}
        filter={{ value: Object.fromEntries(search), apply: (next) => setSearch(next, { replace: true }) }}
        columns={columns}
        idOf={idOf}
        sorting={{
          state: sort ? [{ id: sort, desc: true }] : [],
          onChange: ([first]) => change('sort', first === undefined || first.id === sort ? '' : first.id),
        }}
        onOpen={({ id }) => void navigate(`/members/${id}`)}
        toneOf={({ status }) => (status === 'DENY' ? 'done' : undefined)}
        empty={[t('noneFound'), t('findRule')]}
        csv={{
          name: t('members'),
          read: (signal, cut) => download('GET /api/console/member.csv', { query: { ...query, ...cut }, signal }),
        }}
      />
    </Page>
  )
}
