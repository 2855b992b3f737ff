-- Who stands below whom, and whose members: asked for by every partner who looks at his tree.
create index partner_parent on partner (site_id, parent_id) where parent_id is not null;
create index partner_member on partner (site_id, member_id) where member_id is not null;
create index member_partner on member (site_id, partner_id) where partner_id is not null;
