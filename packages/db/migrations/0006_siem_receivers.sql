CREATE TABLE "siem_receivers" (
	"receiver" text PRIMARY KEY NOT NULL,
	"grave_up_to" bigint NOT NULL,
	"others_up_to" bigint NOT NULL,
	"batch_sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_events_grave" ON "audit_events" USING btree ("number") WHERE "audit_events"."severity" >= 7;