import { call } from '@maru/client/api/client'
import type { Suspense, SuspenseCandidate } from '@maru/contract'
import { Badge, Button, formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Marks } from '../../parts/marks.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

interface Props {
  row: Suspense
  chosen: SuspenseCandidate | null
  onChoose: (candidate: SuspenseCandidate) => void
}

/** Whose it may be: those that fit at once, others by a search; each beside what tells whether it is he. */
export function Candidates({ row, chosen, onChoose }: Props) {
  const siteId = useSiteId()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const search = () => setQ(typed.trim())
  const { data, error } = useQuery({
    queryKey: ['suspense', 'candidates', siteId, row.id, q],
    queryFn: () =>
      call('GET /api/console/suspense/:id/candidate', { params: { id: String(row.id) }, query: q === '' ? {} : { q } }),
  })
  return (
    <fieldset className="cands">
      <legend>{t('whichMember')}</legend>
      <div className="cands-find">
        <input
          type="search"
          aria-label={t('findMember')}
          placeholder={t('findMemberHint')}
          value={typed}
          maxLength={80}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // It searches; it does not send the dialog that it stands in.
            event.preventDefault()
            search()
          }}
        />
        <Button size={36} onClick={search}>
          {t('search')}
        </Button>
      </div>
      {error !== null && <p className="said">{errorText(error)}</p>}
      {data?.length === 0 && <p className="said">{q === '' ? t('nobodyFits') : t('nobodyFound')}</p>}
      {data?.map((candidate) => (
        <label key={candidate.memberId}>
          <input
            type="radio"
            name="candidate"
            checked={chosen?.memberId === candidate.memberId}
            onChange={() => onChoose(candidate)}
          />
          <span>
            <b>{candidate.name}</b> {candidate.username} · {candidate.memberId} <Marks marks={candidate.marks} />
            <small>{candidate.accounts.length === 0 ? t('noAccount') : candidate.accounts.join(', ')}</small>
            {candidate.request && (
              <small>
                {t('askedToDeposit', {
                  id: candidate.request.id,
                  money: formatMoney(candidate.request.point, row.currency),
                })}
              </small>
            )}
          </span>
          <Badge tone={candidate.isSameName ? 'ok' : 'alert'}>{matchOf(row, candidate)}</Badge>
        </label>
      ))}
    </fieldset>
  )
}

/** Whether who sent it has the name of a member, in words. */
export const matchOf = ({ payer }: Suspense, { isSameName }: SuspenseCandidate): string =>
  payer === '' ? t('noPayerName') : isSameName ? t('sameName') : t('otherName')
