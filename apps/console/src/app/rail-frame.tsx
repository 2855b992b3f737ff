import { BrandMark, Icon, IconButton } from '@maru/ui'
import type { ReactNode } from 'react'
import { signOut } from '../session/session.ts'
import { t } from './texts.ts'

interface Props {
  brand: string
  /** Who is signed in, and as what. */
  name: string
  role: ReactNode
  children: ReactNode
}

/** The brand, ways to the pages, and who is signed in. Icons only on a narrow screen. */
export const RailFrame = ({ brand, name, role, children }: Props) => (
  <nav className="rail" aria-label={t('pages')}>
    <div className="brand">
      <BrandMark size={24} />
      <span>{brand}</span>
    </div>
    <div className="rail-in">{children}</div>
    <div className="me">
      <div className="me-w">
        <b>{name}</b>
        {role}
      </div>
      <IconButton label={t('signOut')} title={t('signOut')} onClick={() => void signOut()}>
        <Icon name="exit" />
      </IconButton>
    </div>
  </nav>
)
