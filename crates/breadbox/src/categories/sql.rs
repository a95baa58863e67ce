//! The statements of categories.

belay_store::statements! {
    /// Whether a household has categories.
    ANY(tenant_id: Text) = "select id from breadbox_category where tenant_id = $1 limit 1";

    /// Adds a category, unless it is there.
    INSERT(id: Text, tenant_id: Text, slug: Text, parent_slug: Text, display_name: Text, color: Text, icon: Text,
           sort_order: Int) =
        "insert into breadbox_category (id, tenant_id, slug, parent_slug, display_name, color, icon, sort_order)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, slug) do nothing";

    /// The categories of a household, in the order they are shown.
    LIST(tenant_id: Text) =
        "select slug, parent_slug from breadbox_category where tenant_id = $1 order by sort_order, slug";

    /// One category by its slug.
    BY_SLUG(tenant_id: Text, slug: Text) =
        "select slug, parent_slug from breadbox_category where tenant_id = $1 and slug = $2";
}
