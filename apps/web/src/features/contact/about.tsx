import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow, InquiryAbout } from '@maru/contract'
import { formatCount, formatDay, formatMinute, formatMoney, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { SelectField } from '../../kit/select-field.tsx'
import { contactTexts } from './texts.ts'

const mostOffered = 20

/** What a member may name as that which his inquiry is about: his newest deposits and withdrawals. */
export function AboutField({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const t = useTexts(contactTexts)
  const words = useAboutWords()
  const { data: rows = [] } = useQuery({
    queryKey: ['dnw', 'to-name'],
    queryFn: async () => {
      const query = { resultType: 'Page', typeStrs: 'D,W', page: '0', size: String(mostOffered) } as const
      return ((await call('GET /api/dnw/list', { query })) as { content: DnwRow[] }).content
    },
  })
  if (rows.length === 0) return null
  const choices = rows.map((row) => [String(row.id), `${words(row).what} · ${words(row).when}`] as const)
  return (
    <SelectField
      label={t('about')}
      name="about"
      value={value === null ? '' : String(value)}
      onValue={(id) => onChange(id === '' ? null : Number(id))}
      options={[['', t('aboutNone')], ...choices]}
    />
  )
}

/** The deposit or withdrawal that an inquiry is about. */
export function About({ about }: { about: InquiryAbout }) {
  const t = useTexts(contactTexts)
  const { what, when } = useAboutWords()(about)
  return (
    <Link to="/wallet/dnw_history" className="ctc-tied">
      <Icon name={about.type === 'W' ? 'upload' : 'download'} />
      <span>
        <b className="num">{what}</b>
        <small className="num">{`${t('requestNo', { id: formatCount(String(about.id)) })} · ${when}`}</small>
      </span>
      <Icon name="right" small />
    </Link>
  )
}

function useAboutWords() {
  const t = useTexts(contactTexts)
  return ({ type, point, currency, createdAt }: InquiryAbout) => ({
    what: `${t(type === 'W' ? 'withdrawal' : 'deposit')} ${formatMoney(point, currency)}`,
    when: `${formatDay(createdAt).slice(5)} ${formatMinute(createdAt)}`,
  })
}
