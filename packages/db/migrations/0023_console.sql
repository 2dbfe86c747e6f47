CREATE TABLE "request_counts" (
	"tenant" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"layer" text NOT NULL,
	"requests" bigint NOT NULL,
	CONSTRAINT "request_counts_tenant_at_outcome_layer_pk" PRIMARY KEY("tenant","at","outcome","layer")
);
--> statement-breakpoint
CREATE TABLE "siem_dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"receiver" text NOT NULL,
	"number" bigint NOT NULL,
	"record_id" text NOT NULL,
	"type" text NOT NULL,
	"status" smallint NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "request_counts_at" ON "request_counts" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "siem_dead_letters_record" ON "siem_dead_letters" USING btree ("receiver","number");--> statement-breakpoint
CREATE INDEX "siem_dead_letters_tenant" ON "siem_dead_letters" USING btree ("tenant","number","id");--> statement-breakpoint
CREATE INDEX "siem_dead_letters_pending" ON "siem_dead_letters" USING btree ("receiver","number") WHERE "siem_dead_letters"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "users_sub_prefix" ON "users" USING btree ("tenant",lower("sub") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_name_prefix" ON "users" USING btree ("tenant",lower("preferred_username") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_prefix" ON "users" USING btree ("tenant",lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_groups" ON "users" USING gin ("groups");--> statement-breakpoint
CREATE INDEX "users_inactive" ON "users" USING btree ("tenant","sub") WHERE not "users"."active";