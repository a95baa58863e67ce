//! The statements of imports.

belay_store::statements! {
    /// Notes an import.
    INSERT(id: Text, tenant_id: Text, account_id: Text, file_name: Text, template: Text, added: Int,
           already_there: Int, skipped: Int, created_at: Int) =
        "insert into breadbox_import
            (id, tenant_id, account_id, file_name, template, added, already_there, skipped, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
}
