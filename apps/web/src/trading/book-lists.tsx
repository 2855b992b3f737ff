import { useTexts } from '@maru/client/i18n/texts'
import { Tabs } from '@maru/ui'
import type { ReactNode } from 'react'
import { tradingTexts } from './texts.ts'

interface BookListsProps<More extends string> {
  /** Id of the panel; those of the tabs begin with it. */
  id: string
  tab: 'positions' | 'orders' | More
  onTab: (tab: 'positions' | 'orders' | More) => void
  positions: readonly { readonly isWarned: boolean }[] | undefined
  orders: readonly unknown[] | undefined
  /** Said where one of the positions is warned. */
  warned: string
  /** The tabs after those two. */
  more: readonly { readonly value: More; readonly label: string }[]
  /** What the tab shows. */
  children: ReactNode
}

/** The lists of a book behind their tabs, with how many positions and open orders there are. */
export function BookLists<More extends string>({
  id,
  tab,
  onTab,
  positions,
  orders,
  warned,
  more,
  children,
}: BookListsProps<More>) {
  const t = useTexts(tradingTexts)
  const count = (rows: readonly unknown[] | undefined) =>
    rows?.length ? <span className="n">{rows.length}</span> : null
  return (
    <section className="lists" aria-label={t('lists')}>
      <Tabs<'positions' | 'orders' | More>
        label={t('lists')}
        panelId={id}
        value={tab}
        onChange={onTab}
        choices={[
          {
            value: 'positions',
            label: (
              <>
                {t('positions')} {count(positions)}
                {positions?.some(({ isWarned }) => isWarned) && (
                  <>
                    <i className="dot warn" aria-hidden="true" />
                    <span className="sr">{warned}</span>
                  </>
                )}
              </>
            ),
          },
          {
            value: 'orders',
            label: (
              <>
                {t('openOrders')} {count(orders)}
              </>
            ),
          },
          ...more,
        ]}
      />
      <div id={id} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {children}
      </div>
    </section>
  )
}
