-- Facts of providers that have no say in them: few, and asked for by whoever watches the house.
create index provider_event_foreign on provider_event (received_at) where last_error = 'FACT_FOREIGN';
