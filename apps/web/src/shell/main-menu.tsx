import { lazyPart } from '@maru/client/page/chunk-recovery'
import { OpenedLater } from './opened-later.tsx'

const load = async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer })
const MenuDrawer = lazyPart(load)

/** The main menu, whose code comes a little after the page. */
export function MainMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <OpenedLater open={open} load={load}>
      <MenuDrawer open={open} onClose={onClose} />
    </OpenedLater>
  )
}
