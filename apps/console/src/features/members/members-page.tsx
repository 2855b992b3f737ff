import { Route, Routes, useParams } from 'react-router'
import { MemberList } from './member-list.tsx'
import { MemberPage } from './member-page.tsx'
import './members.css'

/** /members: search; /members/{id}: one of them. */
export default function MembersPage() {
  return (
    <Routes>
      <Route index element={<MemberList />} />
      <Route path=":id" element={<OneMember />} />
    </Routes>
  )
}

function OneMember() {
  const { id = '' } = useParams()
  return <MemberPage key={id} id={id} />
}
