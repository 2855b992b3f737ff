import './content.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { PromotionRow } from '@maru/contract'
import { formatDay, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { promotionTexts } from './promotion-texts.ts'

/** Promotions that are open now, with their periods. */
export default function PromotionsPage() {
  const t = useTexts(promotionTexts)
  const promotions = useQuery({
    queryKey: ['public', 'promotions'],
    queryFn: async (): Promise<PromotionRow[]> => {
      const found = await call('GET /api/content/promotion/list')
      return Array.isArray(found) ? found : []
    },
    meta: { public: true },
  })
  const rows = promotions.data ?? []
  return (
    <main id="main" className="ntc">
      <Loaded
        query={promotions}
        isEmpty={rows.length === 0}
        empty={[t('none'), t('noneHint')]}
        skeleton={<RowSkeletons />}
      >
        <ul>
          {rows.map(({ id, title, startAt, endAt }) => (
            <li key={id}>
              <Link to={`/support/promotion/${id}`} className="ntc-r">
                <span>
                  <b>{title}</b>
                  <small className="num">{`${formatDay(startAt)} – ${formatDay(endAt)}`}</small>
                </span>
                <Icon name="right" small />
              </Link>
            </li>
          ))}
        </ul>
      </Loaded>
    </main>
  )
}
