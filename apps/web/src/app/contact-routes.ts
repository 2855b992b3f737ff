import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { MenuText } from '../shell/menu-texts.ts'
import type { PageCode } from './guarded-page.tsx'
import { digits, type RouteMeta } from './route-meta.ts'

const form = { layout: 'Fixed', leftback: true } as const

/** Pages of what the house tells one member, and of what he asks it in writing. */
export const contactPages: readonly (readonly [path: string, meta: RouteMeta<MenuText>, page: PageCode])[] = [
  [
    '/more/message',
    { name: 'message', title: 'messages', ...form, toTop: true },
    lazyPart(() => import('../features/messages/messages-page.tsx')),
  ],
  [
    '/more/livechat',
    { name: 'livechat', title: 'liveChat', layout: 'No', leftback: true, feature: 'liveChat' },
    lazyPart(() => import('../features/chat/chat-page.tsx')),
  ],
  [
    '/service/contact',
    { name: 'contact', title: 'contact', layout: 'Fixed', rightback: true, backUrl: '/more', toTop: true },
    lazyPart(() => import('../features/contact/contact-page.tsx')),
  ],
  [
    '/service/contact/write',
    { name: 'contact write', title: 'writeContact', ...form },
    lazyPart(() => import('../features/contact/write-page.tsx')),
  ],
  [
    '/service/contact/:id',
    { name: 'contact detail', title: 'contact', ...form, id: digits, toTop: true },
    lazyPart(() => import('../features/contact/thread-page.tsx')),
  ],
]
