CREATE TABLE "audit_events" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"tenant" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"severity" smallint NOT NULL,
	"sub" text,
	"actor" text,
	"session_id" bigint,
	"request_id" text,
	"code" text,
	"layers" text[] NOT NULL,
	"policy_ids" text[] NOT NULL,
	"record" jsonb NOT NULL,
	CONSTRAINT "audit_events_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE INDEX "audit_events_tenant" ON "audit_events" USING btree ("tenant","number");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("tenant","at");--> statement-breakpoint
CREATE INDEX "audit_events_sub" ON "audit_events" USING btree ("tenant","sub","number");--> statement-breakpoint
CREATE INDEX "audit_events_session" ON "audit_events" USING btree ("tenant","session_id","number");